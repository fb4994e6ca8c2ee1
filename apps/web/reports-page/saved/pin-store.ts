import type { SavedPin, SavedPins } from '@tallyboard/hosts/saved/pins.ts';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';
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
  const change = useStore(changes);
  const key = pins && report !== null ? `${change} ${report}` : null;
  const { value, error, reload } = useLoaded(key, async (_, signal) =>
    (await pins?.list(report ?? '', signal))?.toReversed(),
  );
  return { pins: value ?? null, error, reload };
}

/** The pin beside the figures of today; null while it is computed. */
export function useComparison(report: string, pin: SavedPin) {
  const pins = usePins();
  const key = pins && pin.shown ? `${report} ${pin.id}` : null;
  return useLoaded(key, async (_, signal) => (await pins?.compare(report, pin.id, signal)) ?? null);
}

export function usePinActions() {
  const { host } = useSession();
  const pins = usePins();
  const changed = async (report: string) => {
    changes.set(changes.read() + 1);
    // Its number of pins. The pin itself is made or gone, whatever comes of this.
    await learnAgain(host, report).catch(console.warn);
  };
  return {
    async add(report: string, note: string) {
      await pins?.add(report, note);
      await changed(report);
    },
    async remove(report: string, id: string) {
      await pins?.remove(report, id);
      await changed(report);
    },
  };
}
