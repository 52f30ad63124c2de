"""Between the comparison of signatures and the verdict: rewrites that share facts and meaning and hardly a phrase."""
