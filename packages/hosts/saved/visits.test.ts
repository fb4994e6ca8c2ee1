import { expect, it } from 'vitest';
import { propertyVisits, readVisit, visitAt } from './visits.ts';

const at = (time: string) => Date.parse(`2026-03-10T${time}Z`);
const iso = (time: string) => `2026-03-10T${time}.000Z`;

it('compares with the end of the visit before, whatever is reloaded within the new one', () => {
  const first = visitAt(readVisit(undefined), at('08:00:00'));
  expect(first).toEqual({ previous: null, latest: iso('08:00:00') });
  // A reload is the same visit, and is stored in steps of a quarter of an hour.
  expect(visitAt(first, at('08:14:59'))).toBe(first);
  const longer = visitAt(first, at('08:50:00'));
  expect(longer).toEqual({ previous: null, latest: iso('08:50:00') });
  expect(visitAt(longer, at('09:49:59')).previous).toBeNull();

  const second = visitAt(longer, at('09:50:00'));
  expect(second).toEqual({ previous: iso('08:50:00'), latest: iso('09:50:00') });
  expect(visitAt(second, at('10:10:00'))).toEqual({
    previous: iso('08:50:00'),
    latest: iso('10:10:00'),
  });
});

it('corrects a clock that was ahead, and reads nothing from what is no visit', () => {
  const ahead = { previous: iso('07:00:00'), latest: iso('12:00:00') };
  expect(visitAt(ahead, at('08:00:00'))).toEqual({
    previous: iso('07:00:00'),
    latest: iso('08:00:00'),
  });
  for (const stored of ['x', { latest: 5 }, null])
    expect(readVisit(stored)).toEqual({ previous: null, latest: null });
  expect(visitAt({ previous: null, latest: 'x' }, at('08:00:00')).previous).toBeNull();
});

it("keeps two times in a property of the reader's user, and nothing else", async () => {
  const kept = new Map<string, unknown>();
  const { read, write } = propertyVisits({
    info: { flavour: 'cloud', addonKey: null } as never,
    async request({ method, path, query, body }) {
      const answer = (status: number, value: unknown) => ({
        status,
        headers: {},
        body: JSON.stringify(value),
      });
      if (path.endsWith('/myself')) return answer(200, { accountId: 'u-ana', displayName: 'Ana' });
      const key = `${path}?${query?.accountId}`;
      if (method === 'PUT') kept.set(key, body);
      return kept.has(key) ? answer(200, { value: kept.get(key) }) : answer(404, {});
    },
  });
  expect(await read()).toEqual({ previous: null, latest: null });
  await write(visitAt(await read(), at('08:00:00')));
  expect([...kept]).toEqual([
    [
      '/rest/api/3/user/properties/tallyboard-visit?u-ana',
      { previous: null, latest: iso('08:00:00') },
    ],
  ]);
  expect(await read()).toEqual({ previous: null, latest: iso('08:00:00') });
});
