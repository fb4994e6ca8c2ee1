import { describe, expect, test } from 'vitest';
import { serverSubscriptions } from './subscriptions.ts';

const due = '2026-06-17T12:00:00.000Z';
const runWith = (message: object) => ({
  runs: [{ due, cause: 'test', detail: '', finished: due, next: null, messages: [message] }],
});
const waiting = { to: 'folder out', state: 'pending', detail: '', at: due };

describe('a test send on a server', () => {
  test.each([
    ['is sent', { ...waiting, state: 'sent', attempts: 1 }],
    ['fails, and is tried again later', { ...waiting, detail: 'It is full.', attempts: 1 }],
  ])('waits for an attempt that has begun: it %s', async (_, end) => {
    const replies = [{ due }, runWith({ ...waiting, attempts: 1 }), runWith(end)];
    const client = { send: async () => replies.shift() as never };
    expect((await serverSubscriptions(client).test('one', undefined)).messages).toEqual([end]);
    expect(replies).toEqual([]);
  });
});
