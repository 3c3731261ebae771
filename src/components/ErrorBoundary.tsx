import { Component, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { StateBox } from './StateBox.tsx';

interface State {
  hasFailed: boolean;
}

/** Catches a screen that breaks or whose script cannot be fetched, and offers to load it again. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="mx-auto max-w-2xl px-4 pt-8">
        <StateBox text="This page could not be shown. Check your connection and load it again.">
          <Button onClick={() => window.location.reload()}>Load again</Button>
        </StateBox>
      </div>
    );
  }
}
