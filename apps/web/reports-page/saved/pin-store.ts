import { writePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import type { SavedPin, SavedPins } from '@tallyboard/hosts/saved/pins.ts';
import type { SiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
import type { ReportSnapshot } from '../../frame/report-run.ts';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { learnAgain, savedReportsOf } from './saved-store.ts';

/** Counts the changes of this page, after which pins are read again. */
const changes = new Store(0);

/** Null where the host keeps none. */
export function usePins(): SavedPins | null {
  return savedReportsOf(useSession().host)?.pins ?? null;
}

/** The newest first; null while they load, and where the host keeps none. */
export function usePinsOf(report: string | null) {
  const pins = usePins();
  const { settings } = useSession().site;
  const change = useStore(changes);
  const key = pins && report !== null ? `${change} ${report}` : null;
  const { value, error, reload } = useLoaded(key, async (_, signal) =>
    (await pins?.list(report ?? '', signal))?.toReversed().map(pin => allowed(pin, settings)),
  );
  return { pins: value ?? null, error, reload };
}

/** Without figures on people that the policy of the site keeps from the reader, as `allowsPinned` says for servers. */
function allowed(pin: SavedPin, { figuresOnPeople: policy }: SiteSettings): SavedPin {
  const { people, mine } = pin;
  const isAllowed =
    people === undefined ||
    policy.kind === 'all' ||
    (people === writePeoplePolicy(policy) && (mine || policy.kind === 'groups-of'));
  return isAllowed ? pin : { ...pin, shown: false, headline: [], figures: [] };
}

/** The pin beside the figures of today; null while it is computed. */
export function useComparison(report: string, pin: SavedPin) {
  const pins = usePins();
  const { engine, host, site, now } = useSession();
  const key = pins && pin.shown ? `${report} ${pin.id}` : null;
  return useLoaded(key, async (_, signal) => {
    if (pins?.compare) return pins.compare(report, pin.id, signal);
    const age = (await host.dataAge?.()) ?? null;
    const { comparePin } = await import('@tallyboard/engine/pins/page-pins.ts');
    return comparePin(engine, pin, { site, now: now(), age, signal });
  });
}

export function usePinActions() {
  const { host, engine } = useSession();
  const pins = usePins();
  const changed = async (report: string) => {
    changes.set(changes.read() + 1);
    // Its number of pins. The pin itself is made or gone, whatever comes of this.
    await learnAgain(host, report).catch(console.warn);
  };
  return {
    /** `shown` is what the saved report shows. */
    async add(report: string, note: string, shown: ReportSnapshot | null) {
      await pins?.add(report, note, async () => {
        if (!shown) throw new Error('The report is still loading.');
        return (await import('@tallyboard/engine/pins/page-pins.ts')).pinResult(engine, shown);
      });
      await changed(report);
    },
    async remove(report: string, id: string) {
      await pins?.remove(report, id);
      await changed(report);
    },
  };
}
