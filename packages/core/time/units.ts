/** Units of figures, unbranded, since brands need casts in arithmetic. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
export type Milliseconds = number;
export type Seconds = number;
/** Whole days since 1970-01-01, without a zone. */
export type Day = number;
/** An IANA zone such as 'America/New_York'. */
export type ZoneId = string;
/** 0 Sunday to 6 Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const MINUTE: Milliseconds = 60_000;
export const HOUR: Milliseconds = 3_600_000;
export const DAY: Milliseconds = 86_400_000;
