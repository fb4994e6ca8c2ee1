import type { Weekday } from './units.ts';

/** Regions whose weeks do not start on Monday, for engines without `getWeekInfo` (CLDR 45, supplemental weekData). */
const FIRST_DAYS: readonly (readonly [Weekday, string])[] = [
  [
    0,
    'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW',
  ],
  [5, 'MV'],
  [6, 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'],
];

interface WeekLocale extends Pick<Intl.Locale, 'maximize'> {
  getWeekInfo?(): { readonly firstDay: number };
}

/** The first day of the week in a locale such as 'en-GB' or, as Jira writes it, 'en_GB'; Sunday for an unknown one. */
export function weekStartOf(locale: string): Weekday {
  try {
    const known: WeekLocale = new Intl.Locale(locale.replaceAll('_', '-'));
    // Its Sunday is 7.
    const info = known.getWeekInfo?.();
    return info ? ((info.firstDay % 7) as Weekday) : weekStartOfRegion(known.maximize().region);
  } catch {
    return 0;
  }
}

const weekStartOfRegion = (region = 'US'): Weekday =>
  FIRST_DAYS.find(([, regions]) => regions.split(' ').includes(region))?.[0] ?? 1;
