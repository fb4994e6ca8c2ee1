import './gadget-page.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Engine } from '../engine/protocol.ts';
import { Started } from '../start/started.tsx';
import { GadgetScreen } from './gadget-screen.tsx';
import type { Gadget } from './gadgets.ts';
import { useResize } from './use-resize.ts';
import { useStored } from './use-stored.ts';

export interface GadgetPageProps {
  readonly host: Host;
  readonly engine: Engine;
  readonly gadget: Gadget;
}

/** One gadget, on a dashboard or on its own. Its settings are read while the app learns of its site. */
export default function GadgetPage({ host, engine, gadget }: GadgetPageProps) {
  const settings = useStored(host, gadget);
  const root = useResize(host);
  return (
    <div ref={root} className={host.info.wallboard ? 'tb-gadget tb-wallboard' : 'tb-gadget'}>
      <Started host={host} engine={engine} gadget>
        <GadgetScreen gadget={gadget} settings={settings} />
      </Started>
    </div>
  );
}
