import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { savedReportAddress } from '../gadget-page/report-address.ts';
import { type PageState, parsePageState, writePageState } from '../router/page-state.ts';
import { editionAt } from '../start/edition.ts';
import { useLoaded } from '../use-loaded.ts';
import { FindDialog } from './find-button.tsx';

const DEFAULTS = parsePageState(new URLSearchParams());
const PAGE = {
  state: DEFAULTS,
  addressOf: (change: Partial<PageState>) =>
    `/reports?${writePageState(new URLSearchParams(), { ...DEFAULTS, ...change })}`,
  savedAddress: savedReportAddress,
};

/** The search on pages of our own server that have no site yet: it is loaded once somebody searches. */
export default function FindAnywhere(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly onClose: () => void;
}) {
  const { host, engine, onClose } = props;
  const { info } = host;
  const { value: site } = useLoaded(engine, (engine, signal) => engine.start({ info }, { signal }));
  const edition = site && editionAt(info, site.trialEnd, Date.now());
  return (
    <FindDialog
      host={host}
      engine={engine}
      site={site}
      edition={edition}
      page={PAGE}
      onClose={onClose}
    />
  );
}
