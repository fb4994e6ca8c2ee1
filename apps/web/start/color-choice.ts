/** Light or dark where no host decides; 'system' when nothing was chosen. */
import { readLocal, writeLocal } from '../browser-storage.ts';

const COLOR_CHOICES = ['light', 'dark', 'system'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

const KEY = 'tallyboard.color-mode';

export const readColorChoice = (): ColorChoice =>
  COLOR_CHOICES.find(choice => choice === readLocal(KEY)) ?? 'system';

export const storeColorChoice = (choice: ColorChoice): void => writeLocal(KEY, choice);

/** Sets the color mode of the page as a host does; 'auto' follows the system (see ui/theme/color-mode.ts). */
export function showColorChoice(choice: ColorChoice): void {
  document.documentElement.setAttribute('data-color-mode', choice === 'system' ? 'auto' : choice);
}
