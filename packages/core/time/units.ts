/** Units of figures. Plain numbers: brands would add casts to all arithmetic. */

/** A point in time: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

/** A length of time in milliseconds. */
export type Milliseconds = number;

/** A length of time in seconds, Jira's unit of work. */
export type Seconds = number;

/** A calendar day without a zone: whole days since 1970-01-01. */
export type Day = number;

/** An IANA zone name such as 'America/New_York'. */
export type ZoneId = string;

/** Day of the week, 0 Sunday to 6 Saturday, as Jira and JavaScript count. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export const MINUTE: Milliseconds = 60_000;
export const HOUR: Milliseconds = 3_600_000;
export const DAY: Milliseconds = 86_400_000;
