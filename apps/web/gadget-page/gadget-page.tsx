import './gadget-page.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { Started } from '../start/started.tsx';
import { GadgetScreen } from './gadget-screen.tsx';
import { useResize, useWallZoom } from './use-frame-size.ts';
import { useStored } from './use-stored.ts';

/** One gadget, on a dashboard or alone. Its settings load in parallel with the site. */
export default function GadgetPage(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly gadget: Gadget;
}) {
  const { host, engine, gadget } = props;
  const settings = useStored(host, gadget);
  const { wallboard } = host.info;
  const root = useResize(host);
  const zoom = useWallZoom(root, wallboard);
  return (
    <div ref={root}>
      <div
        className={wallboard ? 'tb-gadget tb-gadget--wall' : 'tb-gadget'}
        style={zoom === null ? undefined : { zoom }}
      >
        <Started host={host} engine={engine} gadget>
          <GadgetScreen gadget={gadget} settings={settings} />
        </Started>
      </div>
    </div>
  );
}
