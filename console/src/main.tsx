import { render } from 'preact';
import './style/console.css';
import { speak } from './i18n';
import { Console } from './panels/console';
import { commands, jog, prefs, sliders, start } from './state/app';
import { followAddress } from './state/page';
import { listen } from './state/shortcuts';

speak(prefs.language);
listen(window, commands);
followAddress(window, () => {
  jog.stop();
  sliders.end();
});
render(<Console />, document.getElementById('app')!);
start();
