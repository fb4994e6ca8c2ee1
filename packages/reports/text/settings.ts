/** The settings of the text gadget: HTML, as it was entered. */

import type { SettingsSchema } from '../report.ts';
import { decodeEntities } from '../shared/entities.ts';
import { readStored } from '../shared/stored.ts';

export interface TextSettings {
  readonly html: string;
}

/** From this version on the text is stored as it is; before, with its markup as entities. */
const VERSION = 1;
const LONGEST = 1_000_000;

export const textSettings: SettingsSchema<TextSettings> = {
  defaults: { html: '' },
  parse(stored) {
    const read = readStored(stored);
    const raw = read.value(
      'htmlContent',
      text => (typeof text === 'string' && text.length <= LONGEST ? text : undefined),
      '',
    );
    const plain = read.whole('version', 0, 0, Number.MAX_SAFE_INTEGER) >= VERSION;
    return { value: { html: plain ? raw : decodeEntities(raw) }, problems: read.problems };
  },
  serialize: ({ html }) => ({ version: VERSION, htmlContent: html }),
};
