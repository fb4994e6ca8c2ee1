import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { textSettings } from '@tallyboard/reports/text/settings.ts';
import { SafeText } from '@tallyboard/reports/text/view.tsx';
import type { StoredSettings } from './use-stored.ts';

/** The text of a gadget, which needs nothing of the site. Empty until its settings are read. */
export default function StoredText(props: {
  readonly gadget: Gadget;
  readonly state: StoredSettings['state'];
}) {
  const { gadget, state } = props;
  const read = state.phase === 'read' ? state.settings : null;
  return (
    <main className="tb-gadget__main">
      <h1 className="tb-hidden">{gadget.title}</h1>
      {read && <SafeText {...textSettings.parse(read.stored).value} />}
    </main>
  );
}
