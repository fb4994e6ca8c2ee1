/** The languages of a reader decide separators and the order of dates; words are English. */

/** That of the profile in Jira, such as 'de_DE', else of the browser. */
export function readerLocale(profile: string | undefined): string {
  try {
    const [known] = Intl.getCanonicalLocales(profile?.replaceAll('_', '-') ?? []);
    if (known !== undefined) return known;
  } catch {}
  return navigator.language;
}

/** Days in the order of a locale, with the month as a word where it is not between numbers. */
export function localeDateFormat(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', calendar: 'gregory' })
    .formatToParts(0)
    .map(({ type }) => type);
  const [first] = parts.filter(type => type === 'year' || type === 'month' || type === 'day');
  if (first === 'year') return 'YYYY-MM-DD';
  return first === 'day' ? 'D MMM YYYY' : 'MMM D, YYYY';
}
