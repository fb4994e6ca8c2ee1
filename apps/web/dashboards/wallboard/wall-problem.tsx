import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';
import { useEffect } from 'react';
import { useGadgetZoom } from '../../start/wall-scale.ts';

const RETRY_MS = 60_000;

/** In the type of a wallboard; nobody is there to press Retry. */
export function WallProblem({ onRetry }: { readonly onRetry: () => void }) {
  const zoom = useGadgetZoom();
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return (
    <div className="tb-gadget tb-gadget--wall" style={{ '--tb-wall-zoom': zoom }}>
      <ErrorState title="This gadget could not be shown">Retrying every minute.</ErrorState>
    </div>
  );
}
