export type ProgressMeter = ReturnType<typeof createProgressMeter>;

const FIRST = 1;
const LAST_BEFORE_END = 99;

/** Reports the share of the known work that is done, as a percentage that never goes back. */
export function createProgressMeter(listener: ((percent: number) => void) | undefined) {
  const expected = { issues: 0, others: 0 };
  const done = { issues: 0, others: 0 };
  let guessed: number | null = null;
  let isCounted = false;
  let shown = 0;

  function report(percent: number) {
    shown = Math.max(shown, percent);
    listener?.(shown);
  }

  function update() {
    // Until the list is complete its length is the guess, or what is known so far.
    const issues = Math.max(expected.issues, isCounted ? 0 : (guessed ?? 0));
    const whole = issues + expected.others;
    const open = !isCounted && guessed === null;
    if (whole === 0 || open) return report(FIRST);
    const share = (done.issues + done.others) / whole;
    report(Math.floor(FIRST + share * (LAST_BEFORE_END - FIRST)));
  }

  report(FIRST);
  return {
    /** More work is known: issues, or other calls. */
    expect(part: 'issues' | 'others', units: number) {
      expected[part] += units;
      update();
    },
    /** The host's own guess of how many issues there are, used until they are counted. */
    guess(issues: number) {
      guessed = issues;
      update();
    },
    /** Every issue is counted; a guess no longer matters. */
    counted() {
      isCounted = true;
      update();
    },
    done(part: 'issues' | 'others', units: number) {
      done[part] += units;
      update();
    },
    /** The share of one call that brings all issues, from 0 to 1. */
    share: (done: number) => report(Math.floor(FIRST + done * (LAST_BEFORE_END - FIRST))),
    finish: () => report(100),
    /** How many issues there are, as far as known; null before the host says. */
    issueTotal: () => (isCounted ? expected.issues : guessed && Math.max(expected.issues, guessed)),
  };
}
