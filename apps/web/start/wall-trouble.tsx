import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import type { ReactNode } from 'react';
import { useGadgetZoom } from './wall-scale.ts';

/** In the type of a wallboard, without a button: nobody is there to press it. */
export function WallTrouble(props: { readonly title: string; readonly children: ReactNode }) {
  const zoom = useGadgetZoom();
  return (
    <div className="tb-gadget tb-gadget--wall" style={{ '--tb-wall-zoom': zoom }}>
      <ErrorState title={props.title}>{props.children}</ErrorState>
    </div>
  );
}
