// Sentences the program says in English, in the language of the page. They come from closed lists in its sources; a
// sentence that is not known here is shown as it is, marked as English by whoever shows it.

import { currentLanguage, fill, known } from './index';
import { ACCEPT_EXACT, ACCEPT_PATTERNS } from './said_accept';
import { CALIBRATE_EXACT, CALIBRATE_PATTERNS } from './said_calibrate';
import { CUEING_EXACT, CUEING_PATTERNS } from './said_cueing';
import { VERIFY_EXACT, VERIFY_PATTERNS } from './said_verify';

const EXACT: Readonly<Record<string, string>> = {
  // Why it does not move (Refusal).
  'nothing stands in the way': '没有阻碍',
  'the self-test is running': '正在自检',
  'the emergency stop is active: release it, then reset': '急停有效：先松开，再复位',
  'a fault is locked: reset first': '故障已锁定：先复位',
  'the drives wait for a local enable': '驱动等待本地使能',
  'the operator has stopped everything and not yet given control back': '操作员已停止一切，尚未交还控制权',
  'this stream flowed through a stop: it must fall silent or ask for something new first': '该数据流经历了停止：须先静默或发出新的请求',
  'the motion is paused: resume or stop it first': '运动已暂停：先继续或停止',
  'the platform is moving: wait for it or stop it': '平台正在运动：等待或停止',
  'another host drives the platform': '另一上位机正在控制平台',
  'another host drives the platform and has paused it': '另一上位机正在控制平台并已将其暂停',
  'the platform is not zeroed: zero it first': '平台尚未寻零：先寻零',
  'the platform is at the bottom: raise it first': '平台在底位：先上升',
  'the target is out of reach': '目标超出可达范围',
  'a value is not a finite number': '某个数值不是有限数',
  'this machine has no such leg or axis': '本机没有该缸或轴',
  'the file, formula or path cannot be used': '该文件、公式或路径不能使用',
  'this cannot follow from the present state': '当前状态下不能执行',
  'the program is about to exit': '程序即将退出',
  // Why nobody should step on it.
  'its position is not trusted: zero it first': '位置不可信：先寻零',
  'it is not at rest at the bottom': '未静止在底位',
  'a motion is under way': '正在运动',
  'somebody drives it': '有人在控制',
  'a leg is not at the bottom': '有电动缸不在底位',
  'a leg moves': '有电动缸在运动',
  // What is wrong with an input.
  'there is nothing in it': '内容为空',
  'this machine has no legs, or no limits to plan with': '本机没有电动缸或没有可用的限值',
  'a value is not finite': '某个数值不是有限数',
  'there is no such motion file': '没有该动作文件',
  'it stays until cleared: inject clear': '在清除之前一直有效',
  'the stored calibration cannot be used: see the log, then "hexad calibrate restore"': '保存的标定不可用：查看日志，然后在命令行恢复',
  'somebody else holds the platform: only they, or the operator, can end that': '平台被他方暂停：只有暂停方或操作员才能解除',
  'only the operator may do this': '只有操作员可以这样做',
  'this frame waited too long to be followed': '该帧等待过久，未被执行',
  // Why an action would do nothing.
  'it is at neutral already': '已在中位',
  'it is at the bottom already': '已在底位',
  'it is held already': '已经暂停',
  'nothing is held': '没有被暂停的运动',
  'nothing moves': '没有运动',
  'nothing was moving': '没有运动',
  'there is no fault to clear': '没有可清除的故障',
  'the button is out already': '按钮已松开',
  'the button is in: release, then reset': '按钮已按下：先松开，再复位',
  'the button is out; reset comes next': '按钮已松开；接着复位',
  'simulated drives need no enable': '仿真驱动无需使能',
  'you have control already': '已拥有控制权',
  'the drives are real: this is for simulated ones only': '驱动为真实设备：此项仅用于仿真',
  'the playlist is empty: lingjing.films': '播放列表为空',
  'every host is barred until give': '交还控制权之前所有上位机均被禁止',
  // How a motion ended otherwise.
  'it was stopped, or replaced by another motion': '已被停止或被另一运动取代',
  'it was stopped: let go, then begin again': '已被停止：松手后重新开始',
  'it ended by a fault': '因故障结束',
  'it ended by the emergency stop': '因急停结束',
  'it is still under way': '仍在进行',
  'a value stopped being a finite number': '某个数值不再是有限数',
  'the control loop does not answer': '控制循环没有应答',
  'the control loop does not take requests: it is overloaded or has ended': '控制循环不接受请求：过载或已结束',
  'the control loop does not take injections: it is overloaded or has ended': '控制循环不接受注入：过载或已结束',
  'too many motions wait to be prepared': '等待准备的运动过多',
  'too many requests wait for their answer': '等待应答的请求过多',
  'nothing can be prepared here': '此处无法准备运动',
  'not a file name': '不是文件名',
  'not among the motion files': '不在动作文件之中',
  'text: is missing or empty': '内容缺失或为空',
  "name: letters, digits, '.', '_' and '-', at most 64, ending in .txt or .csv": '文件名只能含字母、数字、点、横线和下划线，最多 64 个字符，以 .txt 或 .csv 结尾',
};

/** Sentences with values in them: {1}, {2} … are the groups of the pattern. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^the target is out of reach \((.*)\)$/, '目标超出可达范围（{1}）'],
  [/^(\S+) is more than the (\S+) that are allowed(?: \((.*)\))?$/, '{1} 超过允许的 {2}'],
  [/^"(.*)" is not a number$/, '“{1}”不是数字'],
  [/^(\S+) values where (\S+) are expected$/, '有 {1} 个数值，应为 {2} 个'],
  [/^(\S+) is below zero$/, '{1} 小于零'],
  [/^time (\S+) s is not after (\S+) s$/, '时间 {1} s 不在 {2} s 之后'],
  [/^unknown name "(.*)"; known are .*$/, '未知名称“{1}”'],
  [/^"(.*)" has no meaning here$/, '“{1}”在此处没有意义'],
  [/^the formula cannot be read: (.*)$/, '公式无法解析'],
  [/^a value is not finite at (\S+) s$/, '数值在 {1} s 处不是有限数'],
  [/^(.*) is not finite$/, '{1} 不是有限数'],
  [/^there is no such motion file \((.*)\)$/, '没有该动作文件（{1}）'],
  [/^cannot be read: (.*)$/, '无法读取'],
  [/^it ended at a limit: .*$/, '因达到限值而结束'],
  [/^it ended by a fault: .*$/, '因故障结束'],
  [/^the fault is there again: .*$/, '故障再次出现'],
  [/^this machine has (\S+) legs, no leg (\S+)$/, '本机有 {1} 个缸，没有缸 {2}'],
  [/^the file has (\S+) bytes; at most (\S+) are taken$/, '文件有 {1} 字节，最多 {2} 字节'],
  [/^there are (\S+) uploaded files already: .*$/, '已有 {1} 个上传文件，请先删除一些'],
  [/^name: (\S+) came with the program; choose another name$/, '{1} 是自带文件，请换一个名字'],
  [/^this is no (\S+) file: it does not begin with .*$/, '不是 {1} 格式的文件'],
  [/^no host "(.*)" has been heard: .*$/, '没有收到过上位机“{1}”'],
  [/^"(.*)" is not known here$/, '此处不认识“{1}”'],
  [/^(?:\S+ )?line (\d+), column (\d+): (.*)$/, '第 {1} 行第 {2} 列：{3}'],
  [/^(?:\S+ )?line (\d+): (.*)$/, '第 {1} 行：{2}'],
  [/^(?:\S+ )?point (\d+), column (\d+): (.*)$/, '第 {1} 点第 {2} 列：{3}'],
  [/^(?:\S+ )?point (\d+): (.*)$/, '第 {1} 点：{2}'],
  [/^column (\d+): (.*)$/, '第 {1} 列：{2}'],
];

const LIMITS: Readonly<Record<string, string>> = {
  'upper end': '行程上端', 'lower end': '行程下端', 'leg velocity': '缸速度', 'leg acceleration': '缸加速度', 'leg jerk': '缸加加速度',
  'axis upper': '轴上限', 'axis lower': '轴下限', 'axis velocity': '轴速度', 'axis acceleration': '轴加速度', 'axis jerk': '轴加加速度',
  'rotation angle': '转角', 'joint angle': '铰接角', singularity: '奇异', force: '推力', 'frame limit': '设定的轴范围',
  'stopping distance': '停止距离', 'clock slip': '时钟滑移',
};
const AXES: Readonly<Record<string, string>> = { sway: '横移', surge: '纵移', heave: '升降', pitch: '俯仰', roll: '横滚', yaw: '偏航' };
const LIMIT = new RegExp(`^(?:leg (\\d+) |(${Object.keys(AXES).join('|')}) )?(${Object.keys(LIMITS).join('|')}): (.+) asked, (.+) allowed$`);

/** "sway axis upper: 900 mm asked, 353 mm allowed" */
function chineseLimit(sentence: string): string | null {
  const found = LIMIT.exec(sentence);
  if (!found) return null;
  const [, leg, axis, limit, asked, allowed] = found;
  const place = leg ? `缸 ${leg} ` : axis ? `${AXES[axis]} ` : '';
  return `${place}${LIMITS[limit!]}：请求 ${asked}，允许 ${allowed}`;
}

/** The text without the place in front of it: that is shown in the page's own words. */
export const withoutPlace = (text: string): string => text.replace(/^(?:\S+ )??(?:(?:line|point|column) \d+,? ?)+: /, '');

/** The Chinese of an English sentence of the program, or null. */
export function chinese(sentence: string): string | null {
  const exact = EXACT[sentence] ?? VERIFY_EXACT[sentence] ?? CALIBRATE_EXACT[sentence] ?? CUEING_EXACT[sentence] ?? ACCEPT_EXACT[sentence];
  if (exact) return exact;
  const limit = chineseLimit(sentence);
  if (limit) return limit;
  for (const [pattern, words] of [...PATTERNS, ...VERIFY_PATTERNS, ...CALIBRATE_PATTERNS, ...CUEING_PATTERNS, ...ACCEPT_PATTERNS]) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const groups: Record<string, string> = {};
    found.forEach((group, i) => (groups[String(i)] = i === 0 ? '' : (chinese(group ?? '') ?? group ?? '')));
    return fill(words, groups);
  }
  return null;
}

export function said(sentence: string): string {
  return currentLanguage() === 'zh' ? (chinese(sentence) ?? sentence) : sentence;
}

/** Few words for a refusal: by its name where the program gives one, else the sentence. */
export function whyNot(code: string | null | undefined, sentence: string | null | undefined): string {
  // "Nothing to do" comes with a sentence that says what: better than the name.
  if (code === 'nothing_to_do' && sentence && (currentLanguage() === 'en' || chinese(sentence))) return said(sentence);
  if (code && known('why', code) !== code.replaceAll('_', ' ')) return known('why', code);
  return sentence ? said(sentence) : known('why', 'unknown');
}
