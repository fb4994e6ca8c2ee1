/** Conversions that run for every date of every issue, against what the runtime itself takes for a date. */

import { parseInstant } from '../time/instant.ts';
import { DAY, HOUR } from '../time/units.ts';
import { compileCalendar, defaultCalendar } from '../time/working-calendar.ts';
import { localDay } from '../time/zone.ts';
import { FROM, fewestMilliseconds, randomFrom } from './samples.ts';

const NANOSECONDS = 1e6;

export default async function bench(size: 'small' | 'full') {
  const count = size === 'small' ? 50_000 : 500_000;
  const random = randomFrom(3);
  const instants = Float64Array.from(
    { length: count },
    () => FROM + Math.floor(random() * 1400 * DAY),
  );
  // As JSON.parse leaves them: a text that was just put together is a rope, which costs extra to read.
  const written = (offset: string): string[] =>
    JSON.parse(
      JSON.stringify(Array.from(instants, t => new Date(t).toISOString().replace('Z', offset))),
    );
  const texts = written('+0000');
  // Date.parse is only sure to read an offset with a colon.
  const colons = written('+00:00');
  const calendar = compileCalendar(defaultCalendar('America/New_York'));
  let sink = 0;
  const each = (work: (t: number, i: number) => number) =>
    fewestMilliseconds(() => {
      for (let i = 0; i < count; i++) sink += work(instants[i]!, i);
    });

  const dateParse = each((_, i) => Date.parse(colons[i]!));
  const parse = each((_, i) => parseInstant(texts[i]!));
  const zone = each(t => localDay(t, 'America/St_Johns'));
  const working = each(t => calendar.workingTime(t, t + 200 * HOUR));
  if (Number.isNaN(sink)) throw new Error('A sample could not be read.');
  return [
    { name: 'parseInstant over Date.parse', value: parse / dateParse, limit: 0.6, unit: 'x' },
    { name: 'local day in a zone', value: (zone / count) * NANOSECONDS, limit: 300, unit: 'ns' },
    {
      name: 'working time of a span',
      value: (working / count) * NANOSECONDS,
      limit: 300,
      unit: 'ns',
    },
  ];
}
