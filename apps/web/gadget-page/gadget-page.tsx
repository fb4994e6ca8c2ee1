import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget as Kind } from '@tallyboard/reports/catalogue/gadgets.ts';
import { onResize } from '@tallyboard/ui/text/on-resize.ts';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { preloaded } from '../preloaded.tsx';
import { Gadget } from './gadget.tsx';

// Lazy: the figures come first.
const FindKeys = preloaded(() => import('../find/find-keys.tsx'));

/** One gadget as a page: in the frame of a host's dashboard, or alone. */
export default function GadgetPage(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly gadget: Kind;
}) {
  const { host, engine, gadget } = props;
  const { standalone, wallboard } = host.info;
  const root = useResize(host);
  useEffect(() => {
    document.title = `${gadget.title} - Tallyboard`;
  }, [gadget]);
  // A page has one main, and that of a frame is its dashboard's.
  const Main = standalone ? 'main' : 'div';
  return (
    <Main ref={root} className="tb-gadget-page">
      <h1 className="tb-hidden">{gadget.title}</h1>
      <Gadget {...props} />
      {standalone && !wallboard && (
        <Suspense>
          <FindKeys host={host} engine={engine} />
        </Suspense>
      )}
    </Main>
  );
}

/** Height in px of a frame with an open dialog. */
const DIALOG_HEIGHT = 560;

/** Reports the height of the content, or of an open dialog, to the host. */
function useResize(host: Host): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element || host.info.standalone) return;
    let content = 0;
    let dialog = false;
    const report = () => {
      // The height of a gadget that loads says nothing: its frame keeps the last one.
      if (dialog || !element.querySelector('.tb-frame__waiting, .tb-page-message progress'))
        host.resize(Math.max(content, dialog ? DIALOG_HEIGHT : 0));
    };
    // The observer's size avoids a forced layout.
    const stop = onResize([element], ([entry]) => {
      content = entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height;
      report();
    });
    const dialogs = new MutationObserver(() => {
      const isOpen = element.querySelector('dialog[open]') !== null;
      if (isOpen === dialog) return;
      dialog = isOpen;
      report();
    });
    dialogs.observe(element, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      stop();
      dialogs.disconnect();
    };
  }, [host]);
  return root;
}
