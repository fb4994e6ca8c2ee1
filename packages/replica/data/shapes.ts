/** Readers of untrusted values: null if the type does not fit. */

export type JsonObject = Record<string, unknown>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null;
}

export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(item => asObject(item) !== null) : [];
}

/** Text, or a number as text; null for ''. */
export function asText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' ? String(value) : null;
}

export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A whole number that columns hold exactly. */
export function asInteger(value: unknown): number | null {
  const number = asNumber(value);
  return Number.isSafeInteger(number) ? number : null;
}

/** Epoch milliseconds of a timestamp with an offset (with or without colon), or of a number that is one. */
export function asInstant(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length < 10) return null;
  const jira = jiraInstant(value);
  if (jira !== null) return jira;
  const offset = value.charCodeAt(value.length - 5);
  const withColon =
    offset === 43 || offset === 45 ? `${value.slice(0, -2)}:${value.slice(-2)}` : value;
  const instant = Date.parse(value.length > 10 ? withColon : `${value}T00:00:00Z`);
  return Number.isNaN(instant) ? null : instant;
}

/** The number of two digits; NaN if one is not a digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const DAY = 86_400_000;
/** Those of Jira. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2155];
/** The first day of each month, in days since 1970. */
const MONTH_STARTS = Int32Array.from(
  { length: (LAST_YEAR - FIRST_YEAR + 1) * 12 + 1 },
  (_, month) => Date.UTC(FIRST_YEAR, month) / DAY,
);

/** Reads `2026-06-01T12:00:00.000+0200` several times as fast as Date.parse; null for other forms and years. */
function jiraInstant(text: string): number | null {
  const at = (place: number) => text.charCodeAt(place);
  const isForm =
    text.length === 28 &&
    at(4) === MINUS &&
    at(7) === MINUS &&
    at(10) === T &&
    at(13) === COLON &&
    at(16) === COLON &&
    at(19) === POINT &&
    (at(23) === MINUS || at(23) === PLUS);
  if (!isForm) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // The third digit is the second one of the pair that begins at 21.
  const millisecond = twoDigits(text, 20) * 10 + (twoDigits(text, 21) % 10);
  const offsetHours = twoDigits(text, 24);
  const offsetMinutes = twoDigits(text, 26);
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR && month >= 1 && month <= 12)) return null;
  const index = (year - FIRST_YEAR) * 12 + month - 1;
  const start = MONTH_STARTS[index] as number;
  const isDay = day >= 1 && day <= (MONTH_STARTS[index + 1] as number) - start;
  const isTime = hour < 24 && minute < 60 && second < 60 && millisecond >= 0;
  if (!isDay || !isTime || !(offsetHours < 24) || !(offsetMinutes < 60)) return null;
  const offset = (offsetHours * 60 + offsetMinutes) * (at(23) === MINUS ? -1 : 1);
  const seconds = hour * 3600 + minute * 60 + second - offset * 60;
  return (start + day - 1) * DAY + seconds * 1000 + millisecond;
}

const [PLUS, MINUS, POINT, COLON, T] = [43, 45, 46, 58, 84];

/** yyyy-MM-dd at the beginning of a text. */
export function asDay(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : null;
}

/** Plain text of ADF or wiki markup. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  const node = asObject(value);
  if (!node) return '';
  const attrs = asObject(node.attrs);
  const own =
    asText(node.text) ?? asText(attrs?.text) ?? asText(attrs?.title) ?? asText(attrs?.url) ?? '';
  const inner = asObjects(node.content).map(plainText);
  const blocks = node.type !== 'paragraph' && node.type !== 'heading';
  return [own, inner.join(blocks ? '\n' : '')].filter(text => text !== '').join('\n');
}

/** The account that an object names, in any of Jira's forms of a user; null for other objects. */
export function accountOf({
  accountId,
  displayName,
  active,
  key,
  name,
}: JsonObject): string | null {
  if (typeof accountId === 'string') return accountId;
  if (typeof displayName !== 'string' || typeof active !== 'boolean') return null;
  const id = key ?? name;
  return typeof id === 'string' ? id : null;
}
