import { render } from 'preact';
import './style/console.css';
import { speak } from './i18n';
import { Console } from './panels/console';
import { commands, prefs, start } from './state/app';
import { listen } from './state/shortcuts';

speak(prefs.language);
listen(window, commands);
render(<Console />, document.getElementById('app')!);
start();
