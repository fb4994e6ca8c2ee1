import type { Query } from './query.ts';

/** A call of our own server, see docs/figures-on-people.md. */
export const READS_PATH = '/rest/tallyboard/1/figure-reads';

export const noteRead: Query<'noteRead'> = async ({ client }, { asOf, ...read }, signal) => {
  const past = asOf === null ? {} : { asOf: new Date(asOf).toISOString() };
  const body = { ...read, ...past };
  await client.send({ method: 'POST', reads: true, path: READS_PATH, body }, { signal });
};
