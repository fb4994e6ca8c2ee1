import { JqlError } from './api.ts';

/** Characters of a query. */
export const MAX_LENGTH = 2_000_000;
/** Nested parentheses, lists and NOT. */
export const MAX_DEPTH = 500;
/** Clauses and functions, with those of saved filters; dates of one list. */
export const MAX_CLAUSES = 2_000;
/** Values of all lists. */
export const MAX_VALUES = 200_000;
/** Words of one text search. */
export const MAX_WORDS = 1_000;
/** Error messages of one query. */
export const MAX_MESSAGES = 100;

const count = (value: number) => value.toLocaleString('en-US');

export const tooLong = () => refusal(`it is longer than ${count(MAX_LENGTH)} characters`);
export const tooDeep = () => refusal(`it is nested more than ${count(MAX_DEPTH)} levels deep`);
export const tooManyValues = () => refusal(`it has more than ${count(MAX_VALUES)} values`);
export const tooManyClauses = () => refusal(`it has more than ${count(MAX_CLAUSES)} clauses`);
export const tooComplex = () => refusal('use fewer clauses or values');

/** Jira's form of an error for a query that cannot be answered. */
export const refusal = (reason: string) =>
  new JqlError([`Error in the JQL Query: The query is too complex: ${reason}.`]);
