/** The settings of the text gadget: HTML, as it was entered. */

import { decodeEntities } from '../shared/entities.ts';
import { type Codec, text } from '../shared/settings/codec.ts';
import { type SettingsOf, settingsTable } from '../shared/settings/table.ts';
import { wholeNumber } from '../shared/stored.ts';

const MAX_LENGTH = 1_000_000;
/** From this version on the text is stored as it is; before, with its markup as entities. */
const PLAIN_VERSION = 1;

const HTML: Codec<string> = {
  ...text(MAX_LENGTH),
  parse: raw => (typeof raw === 'string' && raw.length <= MAX_LENGTH ? raw : undefined),
  format: value => value,
};

export const textSettings = settingsTable({
  html: {
    key: 'htmlContent',
    codec: HTML,
    default: '',
    label: 'HTML Content',
    resolve: (html, { version }) =>
      html === undefined || (wholeNumber(version) ?? 0) >= PLAIN_VERSION
        ? html
        : decodeEntities(html),
  },
});

export type TextSettings = SettingsOf<typeof textSettings>;
