import { Component, useState, type ReactNode } from 'react';
import { loadAgain } from '../../lib/offline/loadScreen.ts';
import { Button } from '../Button.tsx';
import { StateBox } from '../States.tsx';

interface Props {
  /** The path that is shown. At another path the screen is tried again. */
  place: string;
  children: ReactNode;
}

interface State {
  error?: unknown;
}

/** How Chromium, Firefox and WebKit say that a script did not come. */
const NOT_COME = /dynamically imported module|Importing a module script failed/;

function textFor(error: unknown): string {
  if (!(error instanceof TypeError) || !NOT_COME.test(error.message))
    return 'This page could not be shown. Something in it went wrong. Load it again.';
  return navigator.onLine
    ? 'This page could not be shown. Check that you have internet, and load it again.'
    : 'You are offline, and this page is not on your device yet.';
}

function Failed({ text }: { text: string }) {
  const [isLoading, setIsLoading] = useState(false);
  return (
    <div className="mx-auto max-w-2xl px-4 pt-8">
      <StateBox text={text}>
        <Button
          busy={isLoading}
          onClick={() => {
            setIsLoading(true);
            // The script may be missing because a new version has replaced the one that runs here.
            void loadAgain();
          }}
        >
          Load again
        </Button>
      </StateBox>
    </div>
  );
}

/** Catches a screen that breaks or whose script cannot be fetched, and offers to load it again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error !== undefined && before.place !== this.props.place) {
      // Only now, when another place is shown, the broken screen is gone.
      // oxlint-disable-next-line react/no-did-update-set-state
      this.setState({ error: undefined });
    }
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Failed text={textFor(error)} />;
  }
}
