import { SafeText } from '@tallyboard/reports/text/safe-text.tsx';
import { textSettings } from '@tallyboard/reports/text/settings.ts';
import type { StoredSettings } from './use-stored.ts';

/** The text of a gadget, which needs nothing of the site. Empty until its settings are read. */
export default function StoredText({ state }: { readonly state: StoredSettings['state'] }) {
  const read = state.phase === 'read' ? state.settings : null;
  return read && <SafeText {...textSettings.parse(read.stored).value} />;
}
