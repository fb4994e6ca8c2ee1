import { recordOf } from '../bridge/record-of.ts';
import type { Host } from '../host.ts';
import type { ConnectBridge } from './bridge.ts';

let lastAction = 0;

/** Flags of the host; null where the bridge has none. */
export function flagsOf({ flag: flags, events }: ConnectBridge): Host['showFlag'] {
  if (!flags) return null;
  // Unique keys identify the button in the host's click event.
  const actions = new Map<string, () => void>();
  events?.on('flag.action', data => {
    actions.get(String(recordOf(data).actionIdentifier))?.();
  });
  return ({ kind, title, text = '', action }) => {
    const name = `tallyboard-${++lastAction}`;
    const shown = flags.create({
      title,
      body: text,
      type: kind === 'information' ? 'info' : kind,
      close: kind === 'error' || kind === 'warning' ? 'manual' : 'auto',
      ...(action && { actions: { [name]: action.label } }),
    });
    let open = true;
    const close = () => {
      if (open) shown.close();
      open = false;
      actions.delete(name);
    };
    if (action) {
      actions.set(name, () => {
        close();
        action.onSelect();
      });
    }
    return close;
  };
}
