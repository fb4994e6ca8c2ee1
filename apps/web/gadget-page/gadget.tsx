import { preloaded } from '../preloaded.tsx';
import './gadget.css';
import type { Engine, ExpectedBoard } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget as Kind } from '@tallyboard/reports/catalogue/gadgets.ts';
import { classNames } from '@tallyboard/ui/controls/class-names.ts';
import { Suspense } from 'react';
import { Started } from '../start/started.tsx';
import { useGadgetZoom } from '../start/wall-scale.ts';
import { GadgetScreen } from './gadget-screen.tsx';
import { useStored } from './use-stored.ts';

// Lazy: only for the text gadget.
const StoredText = preloaded(() => import('./stored-text.tsx'));

/** A gadget in the page of its dashboard, or as a page. Its settings load in parallel with the site. */
export function Gadget(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly gadget: Kind;
  /** The board of its settings, where they are known before it reads them. */
  readonly board?: ExpectedBoard | null;
}) {
  const { host, engine, gadget, board } = props;
  const settings = useStored(host, gadget);
  const { wallboard } = host.info;
  const zoom = useGadgetZoom();
  return (
    <div
      className={classNames('tb-gadget', wallboard && 'tb-gadget--wall')}
      style={wallboard ? { '--tb-wall-zoom': zoom } : undefined}
    >
      <Started
        host={host}
        engine={engine}
        gadget
        board={board}
        waiting={
          gadget.queryBy === 'none' && !wallboard ? (
            <Suspense>
              <StoredText state={settings.state} />
            </Suspense>
          ) : undefined
        }
      >
        <GadgetScreen gadget={gadget} settings={settings} />
      </Started>
    </div>
  );
}
