import type { ExpectedBoard } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget as Kind } from '@tallyboard/reports/catalogue/gadgets.ts';
import { useEffect, useState } from 'react';
import { openGadgetEngine } from '../engine/start-engine.ts';
import { watchHost } from '../start/host-trouble.tsx';
import { Gadget } from './gadget.tsx';

/** A gadget in a card of our own dashboard, with an engine of its own until the card goes. */
export function CardGadget(props: {
  readonly host: Host;
  readonly gadget: Kind;
  readonly board: ExpectedBoard | null;
}) {
  const { host, gadget, board } = props;
  const [engine] = useState(() => openGadgetEngine(watchHost(host.request)));
  useEffect(() => engine.close, [engine]);
  return <Gadget host={host} engine={engine} gadget={gadget} board={board} />;
}
