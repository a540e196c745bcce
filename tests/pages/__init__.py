"""Pages as a person sees them: in a real Chromium, without a network."""
