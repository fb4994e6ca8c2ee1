const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A base-36 text strictly between two others; `high` null: unbounded. */
function between(low: string, high: string | null): string {
  let prefix = '';
  for (let at = 0; ; at += 1) {
    const left = at < low.length ? digits.indexOf(low.charAt(at)) : 0;
    const right =
      high === null ? digits.length : at < high.length ? digits.indexOf(high.charAt(at)) : 0;
    if (right - left > 1) return prefix + digits.charAt(Math.floor((left + right) / 2));
    prefix += digits.charAt(left);
    if (right - left === 1) return prefix + between(low.slice(at + 1), null);
  }
}

/**
 * A rank between two, in Jira's form `bucket|digits:fraction`; null is an open end. The fraction grows only when two
 * neighbours leave no room. Null if the two are not in order.
 */
export function betweenRanks(low: string | null, high: string | null): string | null {
  if (low !== null && high !== null && low >= high) return null;
  const parse = (rank: string | null) => /^(\d+\|[0-9a-z]+):([0-9a-z]*)$/.exec(rank ?? '');
  const lowParts = parse(low);
  const highParts = parse(high);
  if (!lowParts) {
    if (!highParts) return null;
    const [bucket = '0', number = 'h'] = String(highParts[1]).split('|');
    return `${bucket}|${between('', number)}:`;
  }
  const head = String(lowParts[1]);
  const fraction = lowParts[2] ?? '';
  const bound = highParts && highParts[1] === head ? (highParts[2] ?? '') : null;
  return `${head}:${between(fraction, bound)}`;
}
