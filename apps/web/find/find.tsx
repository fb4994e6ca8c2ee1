import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { preloaded } from '../preloaded.tsx';
import { FindButton } from './find-button.tsx';

const FindAnywhere = preloaded(() => import('./find-anywhere.tsx'));

export interface FindProps {
  readonly host: Host;
  readonly engine: Engine;
}

/** The search in the head of pages that have none of their own. */
export const Find = (props: FindProps) => (
  <FindButton>{onClose => <FindAnywhere {...props} onClose={onClose} />}</FindButton>
);
