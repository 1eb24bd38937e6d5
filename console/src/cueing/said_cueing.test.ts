// What the program says when it does not take a tuning or an effect, in Chinese.

import { expect, test } from 'vitest';
import { chinese } from '../i18n/said';

test.each([
  ['tilt_rate: 77 is no number from 0.5 to 6 °/s', '77 不可用：应为 0.5 至 6 °/s'],
  ['gain.sway: 9 is no number from 0 to 1.5', '9 不可用：应为 0 至 1.5'],
  ['amplitude: 60 is no number from 0 to 50 mm or °', '60 不可用：应为 0 至 50 mm 或 °'],
  ['orders: 2.5 is no whole number from 1 to 8', '2.5 不可用：应为 1 至 8 的整数'],
  ['high: is not above low', '上限须大于下限'],
  [
    'it would take more than a third of what the platform has: heave axis jerk: 1.55e+03 m/s³ asked, 16.7 m/s³ allowed; amplitude up to 0.535 would do',
    '超过平台能力的三分之一（升降 轴加加速度：请求 1.55e+03 m/s³，允许 16.7 m/s³）；幅值不超过 0.535 即可',
  ],
  ['m/s² per °/s', 'm/s² 比 °/s'],
])('%s', (english, words) => expect(chinese(english)).toBe(words));
