import ArrowLeft from '@atlaskit/icon/core/arrow-left';
import ArrowRight from '@atlaskit/icon/core/arrow-right';
import Pause from '@atlaskit/icon/core/video-pause';
import Play from '@atlaskit/icon/core/video-play';
import { IconButton } from '@tallyboard/ui/controls/button.tsx';
import { useEffect, useState } from 'react';

/** How long the buttons stay after the pointer has moved. */
const VISIBLE_MS = 4000;

/** Arrow keys show the next view or the one before, Space pauses; a moved pointer shows buttons for the same. */
export function WallboardControls(props: {
  readonly paused: boolean;
  readonly onPause: () => void;
  readonly onStep: (by: 1 | -1) => void;
}) {
  const { paused, onPause, onStep } = props;
  const visible = useMovedPointer();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // A button that has the focus handles Space itself.
      if (event.key === ' ' && !(event.target as Element | null)?.closest('button')) onPause();
      else if (event.key === 'ArrowRight') onStep(1);
      else if (event.key === 'ArrowLeft') onStep(-1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onPause, onStep]);
  return (
    <div className="tb-wallboard__controls" data-visible={visible}>
      <span role="status">{paused && 'Paused'}</span>
      {visible && (
        <>
          <IconButton icon={ArrowLeft} label="Previous view" onClick={() => onStep(-1)} />
          <IconButton
            icon={paused ? Play : Pause}
            label={paused ? 'Resume' : 'Pause'}
            onClick={onPause}
          />
          <IconButton icon={ArrowRight} label="Next view" onClick={() => onStep(1)} />
        </>
      )}
    </div>
  );
}

function useMovedPointer(): boolean {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      clearTimeout(timer);
      setMoved(true);
      timer = setTimeout(() => setMoved(false), VISIBLE_MS);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerdown', onMove);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerdown', onMove);
    };
  }, []);
  return moved;
}
