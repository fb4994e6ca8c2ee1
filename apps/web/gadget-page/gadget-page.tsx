import './gadget-page.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { type CSSProperties, lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Started } from '../start/started.tsx';
import { gadgetZoom } from '../start/wall-scale.ts';
import { GadgetScreen } from './gadget-screen.tsx';
import { useStored } from './use-stored.ts';

// Lazy: only for the text gadget.
const StoredText = lazy(() => import('./stored-text.tsx'));

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
  useEffect(() => {
    document.title = `${gadget.title} - Tallyboard`;
  }, [gadget]);
  return (
    <div
      ref={root}
      className={wallboard ? 'tb-gadget tb-gadget--wall' : 'tb-gadget'}
      style={wallboard ? ({ '--tb-wall-zoom': gadgetZoom() } as CSSProperties) : undefined}
    >
      <Started
        host={host}
        engine={engine}
        gadget
        waiting={
          gadget.queryBy === 'none' && !wallboard ? (
            <Suspense>
              <StoredText host={host} gadget={gadget} state={settings.state} />
            </Suspense>
          ) : undefined
        }
      >
        <GadgetScreen gadget={gadget} settings={settings} />
      </Started>
    </div>
  );
}

/** Height in px of a frame with an open dialog. */
const DIALOG_HEIGHT = 560;

/** Reports the height of the content, or of an open dialog, to the host. */
function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone || typeof ResizeObserver === 'undefined') return;
    let content = 0;
    let dialog = false;
    const report = () => {
      // The height of a gadget that loads says nothing: its frame keeps the last one.
      if (dialog || !element.querySelector('.tb-frame__waiting, .tb-page-message progress'))
        host.resize(Math.max(content, dialog ? DIALOG_HEIGHT : 0));
    };
    // The observer's size avoids a forced layout.
    const sizes = new ResizeObserver(([entry]) => {
      content = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
      report();
    });
    sizes.observe(element);
    const dialogs = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null;
      if (isOpen === dialog) return;
      dialog = isOpen;
      report();
    });
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}
