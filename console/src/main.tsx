import { render } from 'preact';
import './style/console.css';
import { speakChosen } from './i18n';
import { Console } from './panels/console';
import { commands, jog, prefs, sliders, start } from './state/app';
import { followAddress } from './state/page';
import { listen } from './state/shortcuts';

listen(window, commands);
followAddress(window, () => {
  jog.stop();
  sliders.end();
});

/** Without words there is no page: they are asked for until they come. */
async function begin(): Promise<void> {
  for (;;) {
    try {
      await speakChosen(prefs.language);
      break;
    } catch {
      await new Promise((again) => setTimeout(again, 1000));
    }
  }
  render(<Console />, document.getElementById('app')!);
}
start();
void begin();
