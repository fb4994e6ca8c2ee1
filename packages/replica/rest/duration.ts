/** Seconds, at 8 hours a day and 5 days a week. */
const UNITS = { w: 144_000, d: 28_800, h: 3600, m: 60 };

/** Seconds as Jira's `1w 2d 3h 4m`, in the given units. */
export function formatDuration(seconds: number, units = 'wdhm'): string {
  let left = Math.abs(Math.round(seconds));
  const parts: string[] = [];
  for (const [name, size] of Object.entries(UNITS)) {
    if (!units.includes(name)) continue;
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(`${count}${name}`);
  }
  return (seconds < 0 ? '-' : '') + (parts.join(' ') || '0m');
}

/** Seconds of `2d 3h`, or of a number of minutes; null if invalid. */
export function parseDuration(text: string): number | null {
  let seconds = 0;
  for (const part of text.trim().toLowerCase().split(/\s+/)) {
    const [, amount, unit = 'm'] = /^(\d+(?:\.\d+)?)([wdhm])?$/.exec(part) ?? [];
    if (amount === undefined) return null;
    seconds += Number(amount) * UNITS[unit as keyof typeof UNITS];
  }
  return Math.round(seconds);
}
