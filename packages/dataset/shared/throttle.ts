/** Progress is throttled: every frame draws each step. */
const PROGRESS_MS = 500;

/**
 * A part is read from this many issues on, and then whenever there are twice as many: all of them together cost about as
 * much to calculate as the whole.
 */
const FIRST_PART = 1_000;
const PART_MS = 1_000;

/** Calls `offer` when a part is due by the number of issues, at most once in a while. */
export function throttleParts(count: () => number, offer: () => void) {
  let due = FIRST_PART;
  let offeredAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check(): void {
    const issues = count();
    if (timer !== undefined || issues < due) return;
    const wait = offeredAt + PART_MS - performance.now();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        check();
      }, wait);
      return;
    }
    due = 2 * issues;
    offer();
    offeredAt = performance.now();
  }
  return { check, close: () => clearTimeout(timer) };
}

/** Passes on a percentage that never goes back, a few times in a second. */
export function throttleProgress(report: (percent: number) => void): (percent: number) => void {
  let highest = 0;
  let reported = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (highest === reported) return;
    reported = highest;
    if (highest < 100) timer = setTimeout(flush, PROGRESS_MS);
    report(highest);
  }
  return percent => {
    highest = Math.max(highest, percent);
    if (timer === undefined || highest === 100) flush();
  };
}
