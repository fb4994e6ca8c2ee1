/** What the OpenAPI descriptions of alerts and subscriptions, the calls of the scope `schedules`, have in common. */
import { type CallRights, SCHEDULE } from '@tallyboard/replica/rest/call-rights.ts';
import { failure, REFUSED } from '../keys/key-rights.ts';

export const text = (description: string) => ({ type: 'string', description });
export const list = (items: object) => ({ type: 'array', items });
export const objectOf = (properties: Readonly<Record<string, object>>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  ...more,
});

export const inPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  schema: text(description),
});
export const SAVED = inPath('id', 'The id or the name of the saved report.');
export const MISSING = { 404: failure('Not found, or not visible to you.') };
export const WRONG = { 400: failure('What cannot be, and what to do.') };

interface About {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly object[];
  readonly input?: object;
  readonly output: Readonly<Record<number, object>>;
}

export const operationsOf =
  (tag: string) =>
  (rights: CallRights, { output, ...about }: About): CallRights => ({
    ...rights,
    operation: { ...about, tags: [tag], output: { ...output, ...REFUSED } },
  });

export const READ_SCHEDULE = { ...SCHEDULE, reads: true, audit: false };
