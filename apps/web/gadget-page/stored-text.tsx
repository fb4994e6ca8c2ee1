import type { Host } from '@tallyboard/hosts/host.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { textSettings } from '@tallyboard/reports/text/settings.ts';
import { SafeText } from '@tallyboard/reports/text/view.tsx';
import type { StoredSettings } from './use-stored.ts';

/** The text of a gadget, which needs nothing of the site. Empty until its settings are read. */
export default function StoredText(props: {
  readonly host: Host;
  readonly gadget: Gadget;
  readonly state: StoredSettings['state'];
}) {
  const { host, gadget, state } = props;
  const Main = host.info.standalone ? 'main' : 'div';
  const read = state.phase === 'read' ? state.settings : null;
  return (
    <Main className="tb-gadget__main">
      <h1 className="tb-hidden">{gadget.title}</h1>
      {read && <SafeText {...textSettings.parse(read.stored).value} />}
    </Main>
  );
}
