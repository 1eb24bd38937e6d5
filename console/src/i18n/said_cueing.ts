// Why a tuning or an effect is not taken, in Chinese. {1}, {2} … are the groups. What it is about stands beside it.

export const CUEING_EXACT: Readonly<Record<string, string>> = {
  'high: is not above low': '上限须大于下限',
  'mm or °': 'mm 或 °',
  amplitude: '幅值',
  rms: '均方根',
  height: '高度',
  scale: '比例',
};

export const CUEING_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^it would take more than a third of what the platform has: (.*); (\S+) up to (\S+) would do$/, '超过平台能力的三分之一（{1}）；{2}不超过 {3} 即可'],
  [/^it would take more than a third of what the platform has: (.*)$/, '超过平台能力的三分之一（{1}）'],
  [/^(\S+) per (\S+)$/, '{1} 比 {2}'],
  [/^[a-z_.]+: (\S+) is no number from (\S+) to (\S+) (.+)$/, '{1} 不可用：应为 {2} 至 {3} {4}'],
  [/^[a-z_.]+: (\S+) is no number from (\S+) to (\S+)$/, '{1} 不可用：应为 {2} 至 {3}'],
  [/^[a-z_.]+: (\S+) is no whole number from (\S+) to (\S+)$/, '{1} 不可用：应为 {2} 至 {3} 的整数'],
];
