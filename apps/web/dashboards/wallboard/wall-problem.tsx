import { useEffect } from 'react';
import { WallTrouble } from '../../start/wall-trouble.tsx';

const RETRY_MS = 60_000;

export function WallProblem({ onRetry }: { readonly onRetry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onRetry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return <WallTrouble title="This gadget could not be shown">Retrying every minute.</WallTrouble>;
}
