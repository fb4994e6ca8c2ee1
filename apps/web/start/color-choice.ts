/**
 * The reader's choice of light or dark, where no host makes it. The page root's colour-mode attribute carries it, as a
 * host's own choice would; 'auto' follows the system (see ui/theme/color-mode.ts).
 */

const COLOR_CHOICES = ['light', 'dark', 'system'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

const STORED_AS = 'tallyboard.color-mode';

/** What the reader chose last; 'system' when nothing was, or when the browser lets us keep nothing. */
export function readColorChoice(): ColorChoice {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return COLOR_CHOICES.find(choice => choice === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function keepColorChoice(choice: ColorChoice): void {
  try {
    localStorage.setItem(STORED_AS, choice);
  } catch {
    // A browser that keeps nothing still shows the choice now.
  }
}

export function showColorChoice(choice: ColorChoice): void {
  document.documentElement.setAttribute('data-color-mode', choice === 'system' ? 'auto' : choice);
}
