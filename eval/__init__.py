"""Cases, measurements, benchmarks."""
