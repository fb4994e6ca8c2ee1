import type { Site } from '@tallyboard/engine/site/site.ts';
import { setNumberLocale } from '@tallyboard/ui/text/numbers.ts';
import { localeDateFormat, readerLocale } from '@tallyboard/ui/text/reader-locale.ts';

/** Numbers of this page or worker are written as its reader does. */
export const setLocaleOf = (site: Site): void => setNumberLocale(readerLocale(site.locale));

/** The site with the date format of the reader where none is stored. */
export function withReaderDates(site: Site): Site {
  if (!site.settings.isDefaultDateFormat) return site;
  const dateFormat = localeDateFormat(readerLocale(site.locale));
  return { ...site, settings: { ...site.settings, dateFormat } };
}
