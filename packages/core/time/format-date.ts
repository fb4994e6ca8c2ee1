/** A wall clock as text by the tokens of Moment, in English. */
import { DAY } from './units.ts';

const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const LOCALIZED: Readonly<Record<string, string>> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A',
};

/** Written with at least as many digits as the token has letters. */
const NUMBERS: Readonly<Record<string, (at: Date) => number>> = {
  Q: at => Math.floor(at.getUTCMonth() / 3) + 1,
  M: at => at.getUTCMonth() + 1,
  w: at => weekOf(saturdayOf(at)),
  W: at => weekOf(thursdayOf(at)),
  D: at => at.getUTCDate(),
  d: at => at.getUTCDay(),
  H: at => at.getUTCHours(),
  h: at => at.getUTCHours() % 12 || 12,
  k: at => at.getUTCHours() || 24,
  m: at => at.getUTCMinutes(),
  s: at => at.getUTCSeconds(),
  S: at => at.getUTCMilliseconds(),
  X: at => Math.floor(at.getTime() / 1000),
  x: at => at.getTime(),
};

const TEXTS: Readonly<Record<string, (at: Date) => string>> = {
  YY: at => String(at.getUTCFullYear()).slice(-2),
  YYYY: at => String(at.getUTCFullYear()).padStart(4, '0'),
  gggg: at => String(saturdayOf(at).getUTCFullYear()),
  GGGG: at => String(thursdayOf(at).getUTCFullYear()),
  MMM: at => MONTHS[at.getUTCMonth()]!.slice(0, 3),
  MMMM: at => MONTHS[at.getUTCMonth()]!,
  wo: at => ordinal(weekOf(saturdayOf(at))),
  Do: at => ordinal(at.getUTCDate()),
  dd: at => WEEKDAYS[at.getUTCDay()]!.slice(0, 2),
  ddd: at => WEEKDAYS[at.getUTCDay()]!.slice(0, 3),
  dddd: at => WEEKDAYS[at.getUTCDay()]!,
  a: at => (at.getUTCHours() < 12 ? 'am' : 'pm'),
  A: at => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  Z: () => '+00:00',
  ZZ: () => '+0000',
};

/** Text in brackets is literal. */
const SHORTCUTS = /\[[^\]]+]|LTS?|L{1,4}|l{1,4}/g;
const TOKENS =
  /\[([^\]]+)]|Q|wo|ww?|WW?|gggg|GGGG|Do|DD(?!o)|D|X|x|kk?|YYYY|YY|M{1,4}|d{1,4}|HH?|hh?|a|A|mm?|ss?|ZZ?|SSS/g;

/** The wall clock is that of UTC. */
export function formatWall(wall: number, pattern: string): string {
  const at = new Date(wall);
  if (Number.isNaN(at.getTime())) return 'Invalid Date';
  const tokens = (pattern || 'YYYY-MM-DDTHH:mm:ssZ').replace(
    SHORTCUTS,
    token => LOCALIZED[token] ?? token,
  );
  return tokens.replace(TOKENS, (token, literal?: string) => {
    const text = literal ?? TEXTS[token]?.(at);
    return text ?? String(NUMBERS[token[0]!]!(at)).padStart(token.length, '0');
  });
}

/** The year of its week begins with the week of January 1; weeks begin on Sunday. */
const saturdayOf = (at: Date) => new Date(at.getTime() + (6 - at.getUTCDay()) * DAY);

/** The year of its ISO week. */
const thursdayOf = (at: Date) => new Date(at.getTime() + (4 - (at.getUTCDay() || 7)) * DAY);

const weekOf = (at: Date): number =>
  Math.floor((at.getTime() - new Date(at).setUTCMonth(0, 1)) / (7 * DAY)) + 1;

const ENDINGS = ['th', 'st', 'nd', 'rd'];
const ordinal = (n: number) => `${n}${ENDINGS[(n - 20) % 10] ?? ENDINGS[n] ?? ENDINGS[0]}`;
