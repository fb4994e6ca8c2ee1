import { decodeEntities } from '@tallyboard/report-kit/figures/entities.ts';
import { type Codec, text } from '@tallyboard/report-kit/settings/codec.ts';
import { wholeNumber } from '@tallyboard/report-kit/settings/stored.ts';
import { type SettingsOf, settingsTable } from '@tallyboard/report-kit/settings/table.ts';

const MAX_LENGTH = 1_000_000;
/** Older versions stored the markup as entities. */
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
    help: 'Scripts, forms, frames and styles that reach beyond the gadget are removed. Pictures are shown from this site and from Jira only.',
    resolve: (html, { version }) =>
      html === undefined || (wholeNumber(version) ?? 0) >= PLAIN_VERSION
        ? html
        : decodeEntities(html),
    rename: () => '',
  },
});

export type TextSettings = SettingsOf<typeof textSettings>;
