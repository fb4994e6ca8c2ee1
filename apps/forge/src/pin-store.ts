/** Pins in the app's storage: a key each, so that two writers never overwrite one another. */
import { kvs, WhereConditions } from '@forge/kvs';
import { MAX_PINS, type PinStore, type StoredPin } from './pins.ts';

const PREFIX = 'pin:';
const keyOf = (report: string, id: string) => `${PREFIX}${report}:${id}`;
/** Two writers at once may both find room. */
const LIMIT = 2 * MAX_PINS;

const timeOf = ({ figures }: StoredPin) => Date.parse(String(Reflect.get(figures, 'asOf')));

export const pinStore: PinStore = {
  async ofReport(report) {
    const { results } = await kvs
      .query()
      .where('key', WhereConditions.beginsWith(keyOf(report, '')))
      .limit(LIMIT)
      .getMany<StoredPin>();
    return results.map(({ value }) => value).sort((a, b) => timeOf(a) - timeOf(b));
  },
  async all() {
    const all: StoredPin[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = kvs.query().where('key', WhereConditions.beginsWith(PREFIX)).limit(LIMIT);
      const page = await (cursor === undefined ? query : query.cursor(cursor)).getMany<StoredPin>();
      all.push(...page.results.map(({ value }) => value));
      cursor = page.nextCursor;
      if (cursor === undefined) return all;
    }
  },
  async save(pin) {
    await kvs.set(keyOf(pin.report, pin.id), pin);
  },
  async remove(report, id) {
    await kvs.delete(keyOf(report, id));
  },
};
